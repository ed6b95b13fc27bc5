import './grinder-picker.ts'
import './file-size.ts'
import './tabs.ts'
import './time-zone.ts'
