import { openWebkit } from '../support/webkit.ts'
import { testMainJourneys } from './main-journeys.ts'

testMainJourneys('WebKit', openWebkit)
