import { openWebkit } from '../support/webkit.ts'
import { testJourney } from './journey.ts'

testJourney('WebKit', openWebkit)
