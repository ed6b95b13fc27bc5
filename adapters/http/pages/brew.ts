import type { CoffeeEmbed, EmbedRecipe } from '../../../core/embeds/model.ts'
import type { Ports } from '../../../core/ports.ts'
import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import { tenths } from '../../../core/rounding.ts'
import { html, htmlPage } from './html.ts'
import { notes, stepList, temperature } from './recipe.ts'

/** All of a roaster's recipes for one coffee: what the link of a widget opens. The method that was looked at comes first. */
export function brewPage({ roaster, coffee, recipes }: CoffeeEmbed, method: string | null, { site }: Ports) {
  const title = `${coffee.name} by ${roaster.name}`
  const ordered = [...recipes].sort((one, other) => Number(other.method === method) - Number(one.method === method))
  const roast = coffee.roastLevel.toLowerCase().replace('_', '-')
  const summary = `How ${roaster.name} brews ${coffee.name}: ${recipes.map(one => one.methodName).join(', ')}.`
  return htmlPage(
    title,
    html`<h1>${coffee.name}</h1>
<p>By ${roaster.name}, ${roast} roast${coffee.flavorNotes.length > 0 ? `: ${coffee.flavorNotes.join(', ')}` : ''}.</p>
${ordered.length > 0 ? ordered.map(recipeOf) : html`<p>There is no recipe for it yet.</p>`}
<p>The grind index is the same on every grinder; <a href="/grinders">find it on yours</a>.</p>`,
    {
      head: html`<link rel="canonical" href="${site.baseUrl}/brew/${roaster.slug}/${coffee.slug}">
<meta name="description" content="${summary}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${summary}">`,
    },
  )
}

function recipeOf(recipe: EmbedRecipe) {
  const { methodName, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, grindSize, grindIndex } = recipe
  const facts = [
    ['Coffee', `${tenths(doseGrams)} g`],
    ['Water', `${tenths(waterGrams)} g`],
    ['Ratio', `1:${tenths(ratio)}`],
    ['Grind', `${grindSize} (grind index ${tenths(grindIndex)})`],
    ['Temperature', waterTempF === null ? '' : temperature(waterTempF)],
    ['Time', brewTimeSeconds === null ? '' : brewTimeInWords(brewTimeSeconds)],
  ].filter(([, value]) => value !== '')
  return html`<h2>${methodName}</h2>
<dl>
${facts.map(([fact = '', value = '']) => html`<div><dt>${fact}</dt><dd>${value}</dd></div>\n`)}</dl>
${stepList(recipe.steps)}${notes(recipe.notes)}
`
}
