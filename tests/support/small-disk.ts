import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this process may mount. */
export const canMount = process.getuid?.() === 0 && existsSync('/usr/bin/mount')

/** A separate disk of this many megabytes, which a test can fill and free. */
export async function smallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-disk-'))
  await run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => run('dd', 'if=/dev/zero', `of=${ballast}`, 'bs=64k').catch(() => {}),
    makeRoom: () => rmSync(ballast),
    remove: async () => {
      await run('umount', '--lazy', folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(...command: string[]) {
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe' })
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text())
}
