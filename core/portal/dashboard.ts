import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { RoasterRef } from '../coffees/roaster.ts'
import { type Calendar, timeZone } from '../dates.ts'
import type { Events, Period } from '../events/events.ts'
import * as field from '../fields.ts'
import { methodIds } from '../grind/methods.ts'
import { EventTotals, figuresOf, periodOf, totalsOf } from './analytics.ts'
import { PortalCoffee, type PortalCoffees } from './coffees.ts'
import { type Members, memberRoles, type RoasterMember } from './members.ts'
import { type PortalProfiles, type StoredRoasterProfile, stillHere } from './profile.ts'

export const GetDashboard = v.object({ tz: v.optional(timeZone, 'UTC') })

const role = v.picklist(memberRoles)

const Standing = v.object({
  coffees: v.number(),
  roasterRecipes: v.number(),
  communityRecipes: v.number(),
  followers: v.number(),
  libraryEntries: v.number(),
  brews: v.number(),
})

const RecipePerformance = v.object({
  id: field.id,
  coffee: v.object({ id: field.id, name: v.string(), slug: v.string() }),
  method: v.picklist(methodIds),
  grindIndex: v.number(),
  upvotes: v.number(),
  downvotes: v.number(),
  wilsonScore: v.number(),
  avgRating: v.nullable(v.number()),
  ratingCount: v.number(),
  brewCount: v.number(),
  saveCount: v.number(),
  createdAt: field.instant,
})
export type RecipePerformance = v.InferOutput<typeof RecipePerformance>

const CoffeeOverview = v.object({
  ...v.pick(PortalCoffee, [
    'id',
    'name',
    'slug',
    'roastLevel',
    'recipeCount',
    'roasterRecipeCount',
    'libraryCount',
    'brewCount',
  ]).entries,
  ...v.pick(EventTotals, ['impressions', 'clicks', 'clickRate']).entries,
})

export const Dashboard = v.object({
  roaster: v.object({ ...RoasterRef.entries, isVerified: v.boolean(), isPremium: v.boolean(), role }),
  memberships: v.pipe(
    v.array(v.object({ ...RoasterRef.entries, role })),
    v.description('Every roaster you manage; send the slug of another as `roaster` to open that one.'),
  ),
  stats: v.object({
    ...Standing.entries,
    last30Days: EventTotals,
  }),
  onboarding: v.object({
    steps: v.array(v.object({ id: v.string(), title: v.string(), done: v.boolean() })),
    completed: v.number(),
    total: v.number(),
    isComplete: v.boolean(),
  }),
  recipePerformance: v.pipe(v.array(RecipePerformance), v.description('The ten best community recipes.')),
  coffeeOverview: v.pipe(
    v.array(CoffeeOverview),
    v.description('The ten coffees with the most community recipes; impressions and clicks of the last 30 days.'),
  ),
})

export interface PortalFigures {
  of: (
    roasterId: number,
  ) => Promise<(v.InferOutput<typeof Standing> & { isConfigured: boolean; wasSeen: boolean }) | undefined>
  /** How many brews of its coffees people logged in a period. */
  brews: (roasterId: number, period: Period) => Promise<number>
  /** The best community recipes. */
  recipes: (roasterId: number, top: number) => Promise<RecipePerformance[]>
}

const TOP = 10

interface DashboardPorts {
  portal: { profiles: PortalProfiles; figures: PortalFigures; coffees: PortalCoffees }
  members: Members
  events: Events
  calendar: Calendar
  clock: Clock
}

export async function getDashboard(
  { tz }: v.InferOutput<typeof GetDashboard>,
  { portal, members, events, calendar, clock }: DashboardPorts,
  member: RoasterMember,
): Promise<v.InferOutput<typeof Dashboard>> {
  const { roasterId, role } = member
  const period = periodOf({}, tz, await calendar.today(tz, clock()))
  const [profile, figures, recipes, coffees, report, memberships] = await Promise.all([
    portal.profiles.of(roasterId),
    portal.figures.of(roasterId),
    portal.figures.recipes(roasterId, TOP),
    portal.coffees.top(roasterId, TOP),
    events.report(roasterId, period),
    members.of(member.id),
  ])
  const roaster = stillHere(profile, member)
  const { isConfigured, wasSeen, ...standing } = stillHere(figures, member)
  const { id, name, slug, isVerified, isPremium } = roaster
  const seen = new Map(report.byCoffee.map(({ coffeeId, ...counts }) => [coffeeId, figuresOf(counts)]))
  return {
    roaster: { id, name, slug, isVerified, isPremium, role },
    memberships: memberships.map(({ roasterId, roasterName, roasterSlug, role }) => ({
      id: roasterId,
      name: roasterName,
      slug: roasterSlug,
      role,
    })),
    stats: { ...standing, last30Days: totalsOf(report) },
    onboarding: onboardingOf({ ...roaster, ...standing, isConfigured, wasSeen }),
    recipePerformance: recipes,
    coffeeOverview: coffees.map(coffee =>
      // Drops fields that are not part of the overview.
      v.parse(CoffeeOverview, { ...coffee, ...(seen.get(coffee.id) ?? figuresOf()) }),
    ),
  }
}

type SetUp = Pick<StoredRoasterProfile, 'description' | 'location' | 'logo' | 'logoUrl' | 'websiteUrl'> & {
  coffees: number
  roasterRecipes: number
  isConfigured: boolean
  wasSeen: boolean
}

/** The first things for a new roaster to do, in a sensible order. */
function onboardingOf(progress: SetUp) {
  const { description, location, logo, logoUrl, websiteUrl, coffees, roasterRecipes, isConfigured, wasSeen } = progress
  const hasLogo = logo !== null || logoUrl !== null
  const steps = [
    { id: 'profile', title: 'Add a description and your location', done: description !== null && location !== null },
    { id: 'links', title: 'Add your logo and your website', done: hasLogo && websiteUrl !== null },
    { id: 'coffee', title: 'Add a coffee', done: coffees > 0 },
    { id: 'recipe', title: 'Write a recipe of your own for it', done: roasterRecipes > 0 },
    { id: 'embed', title: 'Choose how your widget looks', done: isConfigured },
    { id: 'live', title: 'Put the widget on your site', done: wasSeen },
  ]
  const completed = steps.filter(({ done }) => done).length
  return { steps, completed, total: steps.length, isComplete: completed === steps.length }
}
