import './time-zone.ts'
