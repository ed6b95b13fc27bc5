/**
 * Everybody outside this machine, for a browser that uses this as its proxy: nobody answers, and
 * calls are recorded.
 */
export interface Strangers {
  url: string
  /** As "CONNECT fonts.example:443 HTTP/1.1". */
  called: string[]
  stop: () => void
}

/** Chromium itself sends this for forms; pages do not. */
const OWN_CALL = 'content-autofill.googleapis.com'

export function openStrangers(): Strangers {
  const called: string[] = []
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data: (socket, bytes) => {
        const [call = ''] = bytes.toString().split('\r\n')
        if (!call.includes(OWN_CALL)) called.push(call)
        socket.end()
      },
    },
  })
  return { url: `http://127.0.0.1:${listener.port}`, called, stop: () => listener.stop(true) }
}
