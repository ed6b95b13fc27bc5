import type { PageDeclaration } from '../endpoint.ts'
import { actPerMinute, formsPerMinute } from '../limits.ts'
import { oauthRoutes } from '../oauth/routes.ts'
import { aboutPage, writeToUs } from './about.ts'
import { bagPages } from './bag-code.ts'
import { calibrateByTaps, calibratePage } from './calibrate.ts'
import { coffeePage, shelveCoffee } from './coffee.ts'
import { coffeesPage } from './coffees.ts'
import { sharedCollectionPage } from './collection.ts'
import { entrancePages } from './entrance-pages.ts'
import { files } from './files.ts'
import { grinderPage, takeGrindFeedback } from './grinder.ts'
import { grindersPage } from './grinders.ts'
import { homePage } from './home.ts'
import { ownPages } from './me/index.ts'
import { choose, grinderAdded, myGrinderPage } from './my-grinder.ts'
import { offlinePage } from './offline.ts'
import { openPage, withId } from './open-page.ts'
import { ownPage } from './own-page.ts'
import { pickerFiles } from './picker-rows.ts'
import { linkPicture } from './picture.ts'
import { portalPages } from './portal/index.ts'
import { privacyPage } from './privacy.ts'
import { profilePage } from './profile.ts'
import { brewPages, recipePages } from './recipe-pages.ts'
import { reported, reportPage } from './report.ts'
import { follow, roasterPage } from './roaster.ts'
import { roastersPage } from './roasters.ts'
import { searchPage } from './search.ts'
import { drawGrinder } from './site-pictures.ts'
import { forCrawlers } from './sitemap.ts'
import { techniquePage } from './technique.ts'
import { techniqueActs } from './technique-acts.ts'
import { techniquesPage } from './techniques.ts'
import { techniqueVariationsPage } from './variations.ts'
import { aboutWidgetPage } from './widget.ts'

/** Pages for people. They are not part of the API's contract. */
export const pages: PageDeclaration[] = [
  openPage('GET /', 'Any recipe, on your dial', homePage),
  openPage('GET /search', 'Grinders, recipes, coffees, roasters and methods by any words', searchPage),
  openPage('GET /my-grinder', 'Which grinder to show settings on', myGrinderPage),
  openPage('POST /my-grinder', 'Somebody described a grinder that we do not know', grinderAdded),
  openPage('POST /choices', 'The grinder, units and colours that a reader chose', choose),
  openPage('GET /grinders', 'Every grinder, for people', grindersPage),
  openPage('GET /grinders/:slug', 'The chart of one grinder and a converter, for people', (visit, { slug = '' }) =>
    grinderPage(slug, visit),
  ),
  linkPicture('GET /grinders/:slug/picture.png', 'What a link to a grinder shows where it is shared', drawGrinder),
  openPage(
    'POST /grinders/:slug/feedback',
    'Somebody said whether a setting was right',
    (visit, { slug = '' }) => takeGrindFeedback(slug, visit),
    formsPerMinute(actPerMinute('tell how a grind was')),
  ),
  ownPage('GET /grinders/:slug/calibrate', 'Three taps that fit a grinder to its owner', (visit, { slug = '' }) =>
    calibratePage(slug, visit),
  ),
  ownPage('POST /grinders/:slug/calibrate', 'What its owner tasted', (visit, { slug = '' }) =>
    calibrateByTaps(slug, visit),
  ),
  ...recipePages,
  openPage('GET /techniques', 'Published ways to brew, on your dial', techniquesPage),
  openPage(
    'GET /techniques/:slug',
    'A technique to brew from: its pours, and where it is from',
    (visit, { slug = '' }) => techniquePage(slug, visit),
  ),
  ...techniqueActs.map(({ name, summary, run, limit }) =>
    openPage(`POST /techniques/:slug/${name}`, `${summary}, from its page`, run, formsPerMinute(limit)),
  ),
  openPage('GET /techniques/:slug/report', 'Something is wrong with a comment on a technique', reportPage),
  openPage(
    'POST /techniques/:slug/report',
    'A comment on a technique was reported',
    reported,
    formsPerMinute(actPerMinute('report something')),
  ),
  openPage('GET /techniques/:slug/variations', 'The recipes that are based on a technique', techniqueVariationsPage),
  openPage('GET /coffees', 'Coffees to find by name, roaster or origin', coffeesPage),
  openPage('GET /coffees/:id', 'A coffee: what it is, where to start, how others grind it', (visit, { id = '' }) =>
    withId(id, visit, coffeePage),
  ),
  openPage('POST /coffees/:id/shelf', 'A reader has this bag', (visit, { id = '' }) => withId(id, visit, shelveCoffee)),
  openPage('GET /roasters', 'Roasters to find by name', roastersPage),
  openPage(
    'GET /roasters/:slug',
    'A roaster: who, their coffees, and what people brew with them',
    (visit, { slug = '' }) => roasterPage(slug, visit),
  ),
  openPage('POST /roasters/:slug/follow', 'A reader follows a roaster, or no longer', (visit, { slug = '' }) =>
    follow(slug, visit),
  ),
  openPage('GET /widget', 'The widget, for roasters: try it, and how to add it to a shop', aboutWidgetPage),
  openPage('GET /people/:id', 'What anybody may know of a member', (visit, { id = '' }) =>
    withId(id, visit, profilePage),
  ),
  ...brewPages,
  ...bagPages,
  ...ownPages,
  ...portalPages,
  openPage('GET /c/:shareId', 'A collection that its owner shares', (visit, { shareId = '' }) =>
    sharedCollectionPage(shareId, visit),
  ),
  ...entrancePages,
  ...oauthRoutes,
  openPage('GET /about', 'How the data was made, how sure it is, and a way to write to us', visit => aboutPage(visit)),
  openPage('POST /about', 'Somebody wrote to us', writeToUs, formsPerMinute(actPerMinute('write to us'))),
  openPage('GET /privacy', 'What is kept about people', privacyPage),
  openPage('GET /offline', 'What is shown without a network', offlinePage),
  ...pickerFiles,
  ...forCrawlers,
  ...files,
]
