import { type Catalogue, jobType, zoneType } from './catalogue.js'
import { words } from '../words.js'
import { harbourAssetTypes } from './harbour-asset-types.js'
import { ladder } from './ladder.js'

/** Commercial buildings: fire safety, power and lifts. */
export const harbourCatalogue: Catalogue = {
  clientKinds: words(`
    Logistics, Retail Group, Cold Storage, Marine Services, Foods, Healthcare, Leisure, Data Services,
    Packaging, Property Partners`),
  siteKinds: words(`
    Business Park, Distribution Centre, Retail Park, Cold Store, Data Centre, Ferry Terminal,
    Container Depot, Conference Centre, Leisure Centre, Medical Centre, Innovation Hub, Freight Yard,
    Printworks, Bakery, Marina, Trade Park, Science Park, Garden Centre, Cash and Carry,
    Engineering Works`),
  assetTypes: harbourAssetTypes,
  ladders: { type: ladder, zoneTypes: ['Warehouse hall', 'Plant room'] },
  zoneTypes: [
    zoneType('Office floor', 'Low', [120, 900], {
      assetTypes: 'FE, EL, FD, SS',
      names: 'Ground Floor Offices, First Floor Offices, Second Floor Offices, Reception',
    }),
    zoneType('Warehouse hall', 'Medium', [800, 6000], {
      assetTypes: 'FE, EL, SV, DB, SS',
      names: 'Hall A, Hall B, Hall C, Mezzanine',
    }),
    zoneType('Plant room', 'High', [20, 180], {
      assetTypes: 'FE, AP, SV, DB',
      names: 'Plant Room, Boiler House, Switch Room, Pump Room',
    }),
    zoneType('Loading bay', 'Medium', [90, 700], {
      assetTypes: 'FE, FD, EL, SS',
      names: 'Loading Bay North, Loading Bay South, Goods In, Dispatch',
    }),
    zoneType('Stair and lift core', 'High', [30, 120], {
      assetTypes: 'PL, FD, EL, FE',
      names: 'East Core, West Core, Central Core',
    }),
    zoneType('Car park', 'Low', [400, 3500], {
      assetTypes: 'EL, SS, FE',
      names: 'Staff Car Park, Visitor Car Park, Undercroft Parking',
    }),
  ],
  jobTypes: [
    jobType('Planned inspection', 80, {
      instructions: ['Sign in at reception.', 'High-visibility vest on site.'],
    }),
    jobType('Annual fire safety inspection', 90, {
      requiresSignature: true,
      instructions: ['Tell the alarm centre before testing.', 'Take last year’s report along.'],
    }),
    jobType('Electrical inspection', 85, {
      requiresSignature: true,
      instructions: ['Agree the shutdown with the site manager.'],
    }),
    jobType('Lift examination', 100, {
      requiresSignature: true,
      singleInspection: true,
      instructions: ['Collect the motor room key from security.'],
    }),
    jobType('Reactive repair', 70, {
      singleInspection: true,
      instructions: ['Ring the site manager on arrival.', 'Photograph the fault first.'],
    }),
  ],
}
