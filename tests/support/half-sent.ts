import { connect, type Socket } from 'node:net'
import { eventually } from './eventually.ts'

/**
 * Sends the headers of a request and part of the declared body, over connections that `endAll`
 * cuts.
 */
export function halfSentTo(port: () => number) {
  const sockets: Socket[] = []
  const begin = (head: string, length: number, sent: string | Uint8Array = '') => {
    const socket = connect(port(), '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    socket.on('data', bytes => {
      answer += bytes
    })
    socket.on('error', () => {})
    socket.write(`${head}\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`)
    socket.write(sent)
    return {
      socket,
      answer: () => answer,
      status: () => eventually(() => /^HTTP\/1.1 (\d+)/.exec(answer)?.[1]),
      /** The whole reply, if it is JSON. */
      answered: () => eventually(() => (/\r\n\r\n.*\}/s.test(answer) ? answer : undefined)),
    }
  }
  const endAll = () => {
    for (const socket of sockets.splice(0)) socket.destroy()
  }
  return { begin, endAll }
}
