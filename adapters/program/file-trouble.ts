import { Fault } from '../../core/errors.ts'

/** What to do about an error with a file, a folder or a port; undefined for other errors. */
export function fileTrouble(error: unknown, file: string): Fault | undefined {
  const {
    code,
    errno,
    path = file,
    syscall,
    address,
  }: SystemError = typeof error === 'object' && error !== null ? error : {}
  if (syscall === 'connect') return undefined
  const known = code ?? wasmCodes[Number(errno)] ?? ''
  // A socket in a folder reports an address too; that is not about PORT.
  const remedy = (syscall === 'listen' && !address ? listenRemedies[known] : undefined) ?? remedies[known]
  return remedy === undefined ? undefined : new Fault('invalid', remedy(path))
}

interface SystemError {
  code?: string
  errno?: number
  path?: string
  syscall?: string
  address?: string
}

const full = (path: string) => `The disk that holds ${path} is full; free some space, then try again.`

const noAddress = () => 'HOST is not an address of this machine; use 127.0.0.1 or 0.0.0.0.'

const remedies: Record<string, (path: string) => string> = {
  ENOSPC: full,
  // From the lock on the data folder, which is an SQLite file.
  SQLITE_FULL: full,
  EDQUOT: path => `Your quota on the disk that holds ${path} is used up; free some space, then try again.`,
  EFBIG: path => `${path} would exceed the file size limit of this machine.`,
  EACCES: path => `You don't have permission to use ${path}; check its owner and mode, or choose another.`,
  EPERM: path => `You don't have permission to use ${path}; check its owner and mode, or choose another.`,
  EROFS: path => `${path} is on a read-only disk; choose another.`,
  ENOENT: path => `${path} does not exist; create it, or choose another.`,
  EEXIST: path => `${path} is a file, but must be a folder; choose another.`,
  ENOTDIR: path => `${path} is inside a file, but must be in a folder; choose another.`,
  EISDIR: path => `${path} is a folder, but must be a file; name a file in it.`,
  ENAMETOOLONG: path => `${path} is too long for a file name.`,
  EMFILE: () => 'Too many files are open; raise the limit (ulimit -n), then try again.',
  EADDRINUSE: () => 'PORT is in use by another program; choose another, or 0 for any.',
  EADDRNOTAVAIL: noAddress,
}

const listenRemedies: typeof remedies = {
  EACCES: () => 'You don’t have permission to use this PORT; choose one above 1023, or 0 for any.',
  // HOST is a name that does not resolve to an address.
  EINVAL: noAddress,
}

/** The embedded engine reports WASI error numbers instead of names. */
const wasmCodes: Record<number, string> = {
  2: 'EACCES',
  19: 'EDQUOT',
  22: 'EFBIG',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
}
