/** A database that cannot be reached is a passing state, not a bug: the caller may try again. */
export function isConnectionLost(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return lostConnection.test(code)
}

// postgres.js and socket codes; class 57P is the server shutting down, 53300 too many connections.
const lostConnection =
  /^(CONNECTION_CLOSED|CONNECTION_ENDED|CONNECTION_DESTROYED|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|53300|ERR_SOCKET.*)$/
