import './dial-ring.ts'
