import { MAGIC_LINK_MINUTES, SESSION_DAYS } from '../../../core/accounts/model.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'

/** What we store about people, for how long, and how it is deleted. */
export const privacyPage = (visit: Visit): Promise<Response> =>
  sitePage(visit, {
    title: 'Privacy',
    description:
      'What Dialin keeps about you, for how long, who sees it, and how you take it with you or have it deleted.',
    canonical: '/privacy',
    body: html`<div class="plain"><h1>Privacy</h1>
<p class="lead">No trackers, no ads, nothing loaded from other sites. You can read everything here without an account.</p>
<h2>If you don’t have an account</h2>
<ul><li><b>Your choices.</b> Your grinder, units and colours are kept in three cookies for a year. They contain nothing but the choice.</li>
<li><b>Your searches.</b> Your last five searches stay in your browser until you clear them or sign out.</li>
<li><b>A brew in progress.</b> A brew whose timer you started stays in your browser until you log or discard it, or until twelve hours after it should have ended.</li>
<li><b>Page views.</b> We count how often a page or a roaster’s widget is opened, and which methods and grinders are chosen there. To count each visitor once, we use a one-way hash of your IP address and browser. Its key is deleted every day; only the totals remain.</li>
<li><b>Your IP address.</b> We keep it for about a minute, to stop floods of requests.</li>
<li><b>Grind feedback.</b> If you tell us that a setting is “too fine” or “just right”, and you aren’t signed in, we store the setting and nothing about you.</li>
<li><b>Reports.</b> Only the people who run this site read what you report. We keep a one-way hash of your IP address for an hour so that a report counts once and can’t be repeated en masse.</li>
<li><b>AI assistants.</b> What an assistant asks here for you (over MCP) is answered and not stored.</li></ul>
<h2>If you have an account</h2>
<ul><li><b>Your account.</b> Your email address, the name you choose, and your password if you set one, stored as a hash that can’t be read back.</li>
<li><b>Grind feedback.</b> If you tell us that a setting is “too fine” or “just right”, we store it with your account so that you count once. Feedback, brews that tasted just right and calibrations help to put the curve of your grinder right. Others only see how many owners agree.</li>
<li><b>What you log and save.</b> Brews, grinders and how they tasted, coffees, your palate, saved recipes and collections, and your altitude and water if you enter them.</li>
<li><b>What you publish.</b> Recipes, comments, votes and ratings. Recipes and comments show your name, never your email address.</li>
<li><b>What you report.</b> The people who run this site see your name with it. Nobody else does.</li>
<li><b>Staying signed in.</b> A cookie keeps you signed in for ${SESSION_DAYS} days. A sign-in link works once, for ${MAGIC_LINK_MINUTES} minutes.</li></ul>
<p>Your brews are private unless you share them. Roasters see how often a recipe was opened or brewed, but not by whom.</p>
<h2>Emails</h2>
<p>We send the links you ask for, a link to confirm your address when you register, and a note when someone comments on, saves or brews one of your recipes. You can turn those notes off in <a href="/settings">Email notifications</a> or with the link in each email. We send nothing else.</p>
<h2>Export or delete your data</h2>
<p>When you’re signed in, you can download everything as one file from <a href="/me">My coffee</a>. Other programs can read it, and another Dialin can import most of it.</p>
<p>Deleting your account deletes all of the above right away. If you have more than 10,000 brews, the rest follows within ten minutes. Three things stay, without your name: recipes you published (delete them first if you want them gone), your reports, and a note of anything the people who run this site did to your account.</p>
<p>Questions? <a href="/about#contact">Write to us.</a></p></div>`,
  })
