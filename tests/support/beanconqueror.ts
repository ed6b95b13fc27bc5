/** Rows as Beanconqueror writes them: every field is there, and '' or 0 if it was not filled in. */
export const aBean = (uuid: string, filled: object = {}) => ({
  name: 'Kiamaina',
  buyDate: '',
  roastingDate: '2024-05-01T07:00:00.000Z',
  note: '',
  roaster: 'Nine Coffee Roasters',
  config: { uuid, unix_timestamp: 1714550400 },
  roast: 'CINNAMON_ROAST',
  roast_range: 0,
  roast_custom: '',
  beanMix: 'SINGLE_ORIGIN',
  aromatics: 'blackcurrant, plum',
  weight: 250,
  finished: false,
  cost: 14,
  attachments: [],
  decaffeinated: false,
  cupping_points: '',
  bean_roasting_type: 'FILTER',
  bean_information: [{ country: 'Kenya', region: 'Nyeri', processing: 'washed', variety: 'SL28' }],
  bean_roast_information: { bean_uuid: '', roaster_machine: '', drop_temperature: 0 },
  rating: 0,
  ...filled,
})

export const aBrew = (uuid: string, filled: object = {}) => ({
  grind_size: '24',
  grind_weight: 15,
  method_of_preparation: 'prep-v60',
  mill: 'mill-c40',
  mill_speed: 0,
  mill_timer: 0,
  pressure_profile: '',
  bean: 'bean-1',
  brew_temperature_time: 0,
  brew_temperature: 94,
  brew_time: 182,
  brew_quantity: 250,
  brew_quantity_type: 'GR',
  note: 'Bright.',
  rating: 4,
  coffee_type: '',
  coffee_concentration: '',
  coffee_first_drip_time: 0,
  coffee_blooming_time: 0,
  attachments: [],
  config: { uuid, unix_timestamp: 1715500800 },
  tds: 0,
  brew_beverage_quantity: 0,
  brew_beverage_quantity_type: 'GR',
  brew_time_milliseconds: 0,
  ...filled,
})

export const aPreparation = (uuid: string, type: string, filled: object = {}) => ({
  name: type,
  note: '',
  type,
  style_type: 'POUR OVER',
  finished: false,
  config: { uuid, unix_timestamp: 1714550400 },
  ...filled,
})

export const aMill = (uuid: string, name: string) => ({
  name,
  note: '',
  finished: false,
  config: { uuid, unix_timestamp: 1714550400 },
})

export const anExport = (more: object = {}) => ({
  BEANS: [aBean('bean-1')],
  BREWS: [aBrew('brew-1')],
  MILL: [aMill('mill-c40', 'Comandante C40 MK4')],
  PREPARATION: [
    aPreparation('prep-v60', 'V60'),
    aPreparation('prep-portafilter', 'PORTAFILTER', { style_type: 'ESPRESSO' }),
  ],
  SETTINGS: [{ brew_rating: 5, bean_rating: 5, language: 'en' }],
  VERSION: [{ updatedDataVersions: [], alreadyDisplayedVersions: ['8.0.0'] }],
  ...more,
})
