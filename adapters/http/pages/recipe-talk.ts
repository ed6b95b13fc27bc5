import type { Comment } from '../../../core/recipes/comments.ts'
import type { RecipeRating } from '../../../core/recipes/rating.ts'
import type { StoredViewer } from '../../../core/recipes/viewer.ts'
import { commentAnchor } from '../../site/addresses.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { chip } from './parts/controls.ts'
import { stars } from './parts/figures.ts'
import { hrefWith } from './parts/pager.ts'
import { icon } from './parts/pen.ts'
import { starsField } from './parts/taste.ts'
import { idIn } from './query.ts'
import type { RecipeActivity } from './recipe-activity.ts'
import type { RecipeOnPage } from './recipe-on-page.ts'
import { reportLink } from './report-link.ts'
import { initialsOf, type Words } from './words.ts'

/** A recipe or a technique, which has no author. */
type TalkedAbout = Pick<
  RecipeOnPage,
  'actionPath' | 'authorId' | 'upvotes' | 'downvotes' | 'brewCount' | 'avgRating' | 'ratingCount'
> & { author?: string }
type Talk = Pick<RecipeActivity, 'comments' | 'rating' | 'named' | 'isTheirs'> & { viewer: Pick<StoredViewer, 'vote'> }

/** What people think of it: votes, ratings, comments and a box to reply in. */
export function recipeTalk(recipe: TalkedAbout, activity: Talk, visit: Visit): Html {
  const { who, words } = visit
  const { actionPath } = recipe
  const { comments, rating, viewer } = activity
  const isOwn = who !== undefined && recipe.authorId === who.id
  return html`<section id="talk" aria-labelledby="votes"><h2 id="votes">${votesInWords(recipe, words)}</h2>
<div class="verdict"><div>${isOwn ? html`<p class="quiet">This is your recipe, so you can’t vote on it.</p>` : voteButtons(recipe, viewer, words)}
${recipe.brewCount > 0 ? html`<p class="quiet">Brewed ${recipe.brewCount === 1 ? 'once' : `${words.number(recipe.brewCount)} times`}</p>` : ''}${recipe.avgRating === null ? '' : html`<p>${stars(recipe.avgRating, recipe.ratingCount, words)}</p>`}</div>
${rating && rating.count > 0 ? bars(rating, words) : ''}</div>
<form class="give-stars" method="post" action="${actionPath}/rating">${starsField(String(rating?.userRating?.rating ?? ''), isOwn ? 'Your own rating (not counted)' : rating?.userRating ? 'Your stars' : 'Brewed it? Rate it')}<button class="button small outlined">Rate it</button></form>
<ul class="comments">${comments.map(comment => commentItem(comment, recipe, activity, visit))}</ul>
${answerBox(recipe, comments, isOwn, visit)}</section>`
}

/** The comment box. A reply starts with the name of the person who is answered. */
function answerBox(
  { actionPath, author }: TalkedAbout,
  comments: Comment[],
  isOwn: boolean,
  { url, sent }: Visit,
): Html {
  const asked = url.searchParams.get('answers') ?? sent?.fields.find(([name]) => name === 'answers')?.[1]
  const answered = comments.find(({ id }) => id === idIn(asked))
  const label = answered ? `Your reply to ${answered.author.displayName}` : 'Your comment'
  const hint = isOwn ? 'Reply or add a comment' : author ? `Ask ${author}, or say how it went` : 'Say how it went'
  return html`<form class="answer" method="post" action="${actionPath}/comments">${answered ? html`<input type="hidden" name="answers" value="${answered.id}">` : ''}<div class="field"><label class="unseen" for="body">${label}</label><input id="body" name="body" maxlength="2000" required placeholder="${hint}"${answered ? html` value="@${answered.author.displayName} "` : ''}></div><button class="button">Send</button></form>`
}

function votesInWords({ upvotes, downvotes }: TalkedAbout, words: Words) {
  const votes = upvotes + downvotes
  if (votes === 0) return 'No votes yet'
  if (votes === 1) return upvotes === 1 ? '1 person liked it' : '1 person didn’t like it'
  return `${words.number(upvotes)} of ${words.number(votes)} people liked it`
}

/** Pressing the active one withdraws the vote. */
function voteButtons({ actionPath, upvotes, downvotes }: TalkedAbout, { vote }: Talk['viewer'], words: Words): Html {
  const button = (way: 'UP' | 'DOWN', count: number, says: string) =>
    html`<button class="button pill${vote === way ? '' : ' outlined'}" name="vote" value="${vote === way ? '' : way}" aria-pressed="${String(vote === way)}">${icon(way === 'UP' ? 'up' : 'down')}<span class="unseen">${says}, </span>${words.number(count)}</button>`
  return html`<form class="buttons votes" method="post" action="${actionPath}/vote">${button('UP', upvotes, 'I liked it')}${button('DOWN', downvotes, 'Not for me')}</form>`
}

function bars({ distribution, count }: RecipeRating, words: Words): Html {
  return html`<table class="bars"><caption class="unseen">Ratings by number of stars</caption><thead class="unseen"><tr><th scope="col">Stars</th><th scope="col">Share</th><th scope="col">Ratings</th></tr></thead><tbody>${(
    [5, 4, 3, 2, 1] as const
  ).map(
    star =>
      html`<tr><th scope="row">${star}</th><td><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="8"/><rect class="share" width="${Math.round((100 * distribution[star]) / count)}" height="8"/></svg></td><td>${words.number(distribution[star])}</td></tr>`,
  )}</tbody></table>`
}

/** The author of the comment and the author of the recipe may delete it. */
function commentItem(
  { id, author, body, createdAt }: Comment,
  { authorId, actionPath }: TalkedAbout,
  { named, isTheirs }: Talk,
  { words, ports, who, url }: Visit,
): Html {
  const isOwn = who?.id === author.id
  const answer =
    who && !isOwn
      ? html`<a class="bare-text" href="${hrefWith(url, 'answers', String(id))}#body">Reply<span class="unseen"> to ${author.displayName}</span></a>`
      : ''
  return html`<li id="${commentAnchor(id)}"><span class="face" aria-hidden="true">${initialsOf(author.displayName)}</span><div><b>${named(author.id, author.displayName)}</b> ${author.id === authorId ? chip('Author') : ''} <span class="label">${words.ago(createdAt, ports.clock())}</span><p dir="auto">${body}</p>${isOwn ? '' : html`<div class="comment-acts">${answer}${reportLink(actionPath, { id, by: author.displayName })}</div>`}</div>${isOwn || isTheirs ? html`<form method="post" action="${actionPath}/comments"><button class="bare-text" name="delete" value="${id}">Delete<span class="unseen"> ${author.displayName}’s comment</span></button></form>` : ''}</li>`
}
