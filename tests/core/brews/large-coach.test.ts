import { followTheCoach } from './drinkers.ts'

followTheCoach(150)
