import { openFirefox } from '../support/firefox.ts'
import { testMainJourneys } from './main-journeys.ts'

testMainJourneys('Firefox', openFirefox)
