/** "Not sour at all" says too little to act on. */
export const isDenied = (text: string) => /\b(not|no|never|isn['’]?t|wasn['’]?t)\b/i.test(text)
