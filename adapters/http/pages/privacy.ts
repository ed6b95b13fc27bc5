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
<p class="lead">No trackers, no advertising, nothing loaded from other sites. You can read all of it without an account.</p>
<h2>Without an account</h2>
<ul><li>Your grinder, units and colours, once you choose them: three cookies for a year, with nothing in them but the choice.</li>
<li>Your last five searches: in your browser only, until you clear them or sign out.</li>
<li>A brew whose timer you started: in your browser only, until you log or discard it, or until twelve hours after it should have ended.</li>
<li>How often a page or a roaster’s widget is opened, and which methods and grinders are chosen there. Who came is counted by a scrambled form of address and browser that nobody can turn back; the key to it is thrown away every day, and only the number stays.</li>
<li>Your network address, for a minute or so, to stop floods of requests.</li>
<li>“Too fine” or “just right” on a grinder’s page: the setting, and nothing about you.</li>
<li>What you report about a recipe or a comment, which only whoever runs this site reads. A scrambled form of your address and the thing has it count once, and one of your address has few count in an hour, after which it goes.</li>
<li>What an assistant asks here for you (MCP): answered, and not kept.</li></ul>
<h2>With an account</h2>
<ul><li>Your e-mail address, the name you choose, and your password if you set one, as a hash that cannot be read back.</li>
<li>What you log and keep: brews, grinders and what you tasted on them, coffees, your palate, how high you live and how hard your water is if you say so, saved recipes and collections.</li>
<li>What you publish: recipes, comments, votes and ratings. Recipes and comments carry your name, never your address.</li>
<li>What you report: whoever runs this site sees your name with it, nobody else does.</li>
<li>A cookie that keeps you signed in for ${SESSION_DAYS} days. A sign-in link works once, for ${MAGIC_LINK_MINUTES} minutes.</li></ul>
<p>Your brews are private until you say otherwise. A roaster who is here sees numbers, how often a recipe was opened or brewed, and not who did it.</p>
<h2>Mails</h2>
<p>Sign-in links when you ask for one; and, until you switch them off under <a href="/settings">Mails</a> or by the link in each, a note when somebody comments on, saves or brews a recipe of yours. Nothing else.</p>
<h2>Take it with you, or have it gone</h2>
<p>Signed in, <a href="/me">My coffee</a> has everything as one file, in a form that other programs read; another Dialin can import most of it. Deleting the account deletes all of the above at once; of more than 10,000 brews, the rest within ten minutes. Recipes that you published stay, without your name; delete them first if they should go. So do your reports, without you, and so does a note of what whoever runs this site did to the account, if they did: your number, and no name.</p>
<p>Questions? <a href="/about#contact">Write to us.</a></p></div>`,
  })
