import { settingsConvert } from './conversions.ts'

settingsConvert(3000)
