import './brew-timer.ts'
import './dial-ring.ts'
