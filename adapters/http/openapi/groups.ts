import { SESSION_DAYS } from '../../../core/accounts/model.ts'
import { pathOf, type Route } from '../endpoint.ts'

export const groupOf = (route: Route) => groups.find(({ paths }) => paths.test(pathOf(route)))?.name ?? ''

/**
 * The sections of the documentation, in reading order. A route belongs to the first one whose
 * pattern matches its path.
 */
export const groups: Array<{ name: string; paths: RegExp; description: string }> = [
  {
    name: 'Grind settings',
    paths: /^\/(api\/(v1|widget|tools|grinders|machines|filters|brew-methods)\b|llms)/,
    description: 'Grinders on one scale, what a setting is on another dial, brewers and methods. No key, any origin.',
  },
  {
    name: 'A recipe for you',
    paths: /^\/api\/(adaptRecipe|get-recipe|discover|recommendations|techniques)/,
    description: 'A recipe on your grinder and for your taste, with the reason for every change.',
  },
  {
    name: 'Recipes',
    paths: /^\/api\/(recipes|shared-recipes|browse|community-recipes)/,
    description: 'Recipes that people publish, vote on, rate and discuss.',
  },
  { name: 'Coffees', paths: /^\/api\/coffees/, description: 'The catalog of coffees, which everyone can add to.' },
  {
    name: 'Roasters',
    paths: /^\/api\/(roasters|following|roaster-claims)/,
    description: 'Roasters, following them, and claiming your own.',
  },
  {
    name: 'Sign-in',
    paths: /^\/api\/(auth|user\/(password|tokens))/,
    description: `By password, emailed link or Apple. A session lasts ${SESSION_DAYS} days.`,
  },
  {
    name: 'Your brews',
    paths: /^\/api\/brew-logs/,
    description: 'What you brewed, how it was, and what to change for the next cup.',
  },
  {
    name: 'Your shelf',
    paths: /^\/api\/user\/bags/,
    description: 'Your bags of coffee: what is left, their days in the freezer, and which to drink first.',
  },
  {
    name: 'Your recipes and coffees',
    paths: /^\/api\/(collections|shared-collections|user\/(recipes|saved-recipes|coffee-library))/,
    description: 'Your shelf, your own recipes, the ones you saved, and collections of them.',
  },
  {
    name: 'Your equipment',
    paths: /^\/api\/user\/(grinders|dials|machines|filters)/,
    description: 'What you brew with, where each dial is set, and how your grinder differs from its published curve.',
  },
  {
    name: 'Your profile and data',
    paths: /^\/api\/users?\//,
    description: 'Your palate, your settings, what others can see, and exporting everything.',
  },
  {
    name: 'Roaster portal',
    paths: /^\/api\/roaster-(portal|invitations)/,
    description: 'For members of a roaster: profile, coffees, recipes, widget, members and analytics.',
  },
  {
    name: 'Widget',
    paths: /^(\/api)?\/embed/,
    description: 'A roaster’s recipes on another site, and how visitors use them. See it at /widget.',
  },
  { name: 'Service', paths: /./, description: 'Health, the contact form, and MCP for language models.' },
]
