import * as field from '../../../core/fields.ts'
import {
  EmbedSettings,
  getEmbedSettings,
  ReviseEmbedSettings,
  reviseEmbedSettings,
} from '../../../core/portal/embed.ts'
import { AllowSite, allowSite, EmbeddingSites, listEmbeddingSites } from '../../../core/portal/sightings.ts'
import { endpoint } from '../endpoint.ts'

export const portalEmbed = [
  endpoint({
    route: 'GET /api/roaster-portal/embed',
    summary: 'How your widget looks and where it may appear',
    description: 'Colours, theme and allowed domains.',
    access: 'roaster',
    scope: 'roaster',
    input: field.nothing,
    reply: EmbedSettings,
    run: getEmbedSettings,
  }),
  endpoint({
    route: 'PUT /api/roaster-portal/embed',
    also: 'PATCH',
    summary: 'Change how your widget looks and where it may appear; sites show it within five minutes',
    description: 'Omitted fields stay. Only premium roasters can hide our name.',
    access: 'roaster',
    scope: 'roaster',
    input: ReviseEmbedSettings,
    example: { accentColor: '#A9711F', theme: 'dark', allowedDomains: ['ottermill.example'] },
    reply: EmbedSettings,
    faults: ['premium-only', 'coffee-not-found'],
    run: reviseEmbedSettings,
  }),
  endpoint({
    route: 'GET /api/roaster-portal/embed/sites',
    summary: 'Where your widget was last loaded, and where it was refused',
    description: 'Shows whether it works on your site, and which domains to allow if it doesn’t.',
    access: 'roaster',
    scope: 'roaster',
    input: field.nothing,
    reply: EmbeddingSites,
    run: listEmbeddingSites,
  }),
  endpoint({
    route: 'POST /api/roaster-portal/embed/sites',
    summary: 'Let one more site show your widget; if all sites can, nothing changes',
    description: 'For a site that was refused; the reply lists all allowed sites.',
    access: 'roaster',
    scope: 'roaster',
    input: AllowSite,
    example: { domain: 'shop.ottermill.example' },
    reply: EmbedSettings,
    run: allowSite,
  }),
]
