import './tabs.ts'
import './time-zone.ts'
