/** Beeps and vibrates. */
export class TimerSound {
  isLoud = true
  #context: AudioContext | undefined

  /** Browsers allow sound only after a press; opened by a link, the next press brings it. */
  allow() {
    this.#context ??= new AudioContext()
    void this.#context.resume()
  }

  announce(frequency: number) {
    navigator.vibrate?.(250)
    const context = this.#context
    if (!context || !this.isLoud) return
    const tone = new OscillatorNode(context, { frequency })
    const volume = new GainNode(context, { gain: 0.2 })
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + 0.25)
  }
}
