import { licences } from '../../adapters/http/licences.ts'
import { print } from '../print.ts'

export async function printLicences() {
  print((await licences()).trimEnd())
}
