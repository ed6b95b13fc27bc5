import { openFirefox } from '../support/firefox.ts'
import { testJourney } from './journey.ts'

testJourney('Firefox', openFirefox)
