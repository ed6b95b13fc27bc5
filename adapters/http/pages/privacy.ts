import { MAGIC_LINK_MINUTES, SESSION_DAYS } from '../../../core/accounts/model.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'

/** What we store about people, for how long, and how it is deleted. */
export const privacyPage = (visit: Visit): Promise<Response> =>
  sitePage(visit, {
    title: 'Privacy',
    description: 'What Dialin keeps about you, for how long, who sees it, and how to export or delete it.',
    canonical: '/privacy',
    body: html`<div class="plain"><h1>Privacy</h1>
<p class="lead">No trackers, no ads, nothing loaded from other sites. You can read everything here without an account.</p>
<h2>If you don’t have an account</h2>
<ul><li><b>Your choices.</b> Three cookies remember your grinder, units and colours for a year. They contain nothing else. A form, vote or invitation that you start before signing in is kept in a cookie until you finish it, for two hours at most.</li>
<li><b>Your searches.</b> Your last five searches stay in your browser until you clear them or sign out.</li>
<li><b>Offline copies.</b> Recipes and grinders you open are stored on your device so that they work offline. Signing out clears them.</li>
<li><b>A brew in progress.</b> A brew whose timer you started stays in your browser until you log or discard it, or until twelve hours after it should have ended.</li>
<li><b>Page views.</b> We count how often a page or a roaster’s widget is opened, and which methods and grinders are chosen there. To count each visitor once, we use a one-way hash of your IP address and browser. Its key is deleted every day; only the totals remain.</li>
<li><b>Your IP address.</b> We keep it for about a minute, to limit how many requests one address can send.</li>
<li><b>Grind feedback.</b> If you tell us that a setting is “too fine” or “just right” and aren’t signed in, we store the setting and nothing about you.</li>
<li><b>Reports.</b> Only the people who run this site read what you report. With a report we keep a one-way hash of your IP address, so that it counts once. A second hash, kept for an hour, limits how many reports can come from one address.</li>
<li><b>AI assistants.</b> If an assistant asks us something for you (over MCP), we answer and don’t store the question. If you connected it to your account, we keep what it logs and saves for you as if you had typed it.</li></ul>
<h2>If you have an account</h2>
<ul><li><b>Your account.</b> Your email address, the name you choose, and your password if you set one, stored as a hash that can’t be read back.</li>
<li><b>Grind feedback.</b> If you tell us that a setting is “too fine” or “just right”, we store it with your account so that you count once. Feedback, calibrations and brews that tasted just right help us improve your grinder’s curve. Others only see how many owners agree.</li>
<li><b>What you log and save.</b> Your brews and how they tasted, your gear and its calibration, your coffees and bags with their photos, your taste, saved recipes and collections, and your altitude and water if you enter them.</li>
<li><b>What you publish.</b> Recipes, comments, votes and ratings. Recipes and comments show your name, never your email address.</li>
<li><b>What you report.</b> The people who run this site can see that you sent it. Nobody else can.</li>
<li><b>Roasters you run.</b> If you claim or manage a roaster, we store your work email and what you send with the claim. Its other members can see your name, and its owners your email address.</li>
<li><b>API tokens.</b> For each token you create: its name, what it may do, until when, and when it was last used. The token itself is stored as a hash. An expired one is deleted after a month.</li>
<li><b>Connected apps.</b> For each app you connect: its name and address, what it may do, since when, and when it was last used. Nothing is left of it 90 days after its last use, or when you disconnect it.</li>
<li><b>Staying signed in.</b> A cookie keeps you signed in for ${SESSION_DAYS} days. Another remembers your time zone for a year. We keep which kinds of browser you’re signed in on and when each was last used, so that you can sign out elsewhere. A sign-in link works once, for ${MAGIC_LINK_MINUTES} minutes.</li></ul>
<p>Your brews are private unless you share them. Roasters see how often a recipe was opened or brewed, but not by whom.</p>
<h2>Emails</h2>
<p>We send the links you ask for, a link to confirm your address when you register, and a note when someone comments on, saves or brews one of your recipes. If you ask for it, we also tell you when a bag runs low or is past its best. You can turn those notes off in <a href="/settings">Email notifications</a> or with the link in each email. Apart from that we only send invitations, links to set a new password, security notices, and news about a roaster you claim or manage.</p>
<h2>Export or delete your data</h2>
<p>When you’re signed in, you can download everything as one file from <a href="/me">My coffee</a>. Other programs can read it, and another Dialin can import most of it.</p>
<p>Deleting your account deletes all of the above from the live database right away. If you have more than 10,000 brews, the rest follows within ten minutes. Backups keep older copies until newer backups replace them. Three things stay, without your name: recipes you published (delete them first if you don’t want them to stay), reports you sent, and a log of anything the people who run this site did to your account.</p>
<p>Questions, or want something corrected? <a href="/about#contact">Contact us.</a></p></div>`,
  })
