import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { choiceField, textField } from './parts/controls.ts'
import { makeItMine } from './parts/lineage.ts'
import { icon } from './parts/pen.ts'
import type { RecipeActivity } from './recipe-activity.ts'
import type { RecipeOnPage } from './recipe-on-page.ts'

/** Next to the title: save, collect, share and print a recipe, and edit one's own. */
export function recipeButtons(
  { href, actionPath, coffee, authorId, logged }: RecipeOnPage,
  { viewer: { saved: isSaved }, collections }: RecipeActivity,
  { ports, who, sent }: Visit,
): Html {
  return html`<div class="acts"><form method="post" action="${actionPath}/save"><button class="bare-text" id="save" name="saved" value="${isSaved ? 'no' : 'yes'}" aria-pressed="${String(isSaved)}">${icon('save')}${isSaved ? 'Saved' : 'Save'}</button></form>${collect(actionPath, collections, sent?.action === `${actionPath}/collect`)}<button class="bare-text" data-copy="${ports.site.baseUrl}${href}" data-share="${coffee.name}" hidden>${icon('share')}<span aria-live="polite">Share</span></button><button class="bare-text" data-print hidden>${icon('print')}Print</button>${who && who.id === authorId ? html`<a class="bare-text" href="${actionPath}/edit">Edit</a>` : ''}${makeItMine(logged)}</div>`
}

/** Adds it to a collection, or to a first one. A visitor is asked to sign in. */
function collect(
  actionPath: string,
  collections: readonly { id: number; name: string }[] | undefined,
  isOpen: boolean,
): Html {
  const button = html`${icon('plus')}Collect`
  if (!collections)
    return html`<form method="post" action="${actionPath}/collect"><button class="bare-text">${button}</button></form>`
  const fields = [
    ...(collections.length === 0
      ? []
      : [
          choiceField(
            'collection',
            'Collection',
            [
              [
                '',
                [
                  ...collections.map(one => ({ value: `${one.id}`, label: one.name })),
                  { value: '', label: 'New collection' },
                ],
              ],
            ],
            String(collections[0]?.id),
          ),
        ]),
    textField('name', collections.length === 0 ? 'Name of your first collection' : 'Name of the new collection', {
      more: html`maxlength="200"`,
    }),
  ]
  return html`<details class="collect"${isOpen ? html` open` : ''}><summary class="bare-text">${button}</summary><form class="panel" method="post" action="${actionPath}/collect">${fields}<button class="button small">Add</button></form></details>`
}
