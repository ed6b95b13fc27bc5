import { examine } from '../../adapters/doctor/doctor.ts'
import { untilInterrupted } from '../interrupt.ts'
import { dim, green, print, printJson, yellow } from '../print.ts'
import { terminal } from '../terminal.ts'

const signs = { well: green('ok'), 'worth a look': yellow('look'), wrong: yellow('WRONG') }

export async function doctor({ json }: { json?: boolean }) {
  const findings = await untilInterrupted(() => examine(terminal().env))
  if (json) printJson({ ok: !findings.some(isWrong), findings })
  else
    for (const { about, is, says, remedy } of findings) {
      print(`${signs[is]}  ${about}: ${says}`)
      if (remedy) print(dim(`      ${remedy}`))
    }
  if (findings.some(isWrong)) terminal().exitCode = 1
}

const isWrong = ({ is }: { is: string }) => is === 'wrong'
