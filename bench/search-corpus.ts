import type { CompanyEntry, OpportunityEntry } from '../lib/search/hits.ts'

const FIRST =
  'Amber Arbor Aspen Atlas Aurora Autumn Azure Beacon Birch Blue Bright Bronze Canyon Cascade Cedar Central Clear Cobalt Copper Coral Crescent Crystal Dawn Delta Eagle Eastern Ember Emerald Evergreen Falcon First Forest Frontier Golden Granite Green Harbor Harvest Hazel Heritage Highland Horizon Indigo Iron Island Ivory Jade Juniper Keystone Lakeside Laurel Liberty Lone Lunar Maple Marble Meadow Meridian Midtown Misty Modern Noble North Northern Oak Ocean Olive Onyx Orchard Pacific Palm Pearl Pine Pioneer Prairie Premier Quartz Quiet Rapid Red Redwood Ridge River Rocky Royal Rustic Sable Sage Sandy Scarlet Silver Solar Southern Spring Sterling Stone Summit Sunny Swift Timber Trident Twin United Valley Velvet Vista Walnut Western Whispering White Wild Willow Winter'.split(
    ' ',
  )
const SECOND =
  'Acre Anchor Arch Bay Bend Bloom Bluff Branch Bridge Brook Castle Circle Cliff Coast Cove Creek Crest Cross Crown Dale Door Dune Edge Falls Farm Feather Fern Field Fjord Flag Flats Forge Fox Garden Gate Glen Grove Gulf Hill Hollow House Isle Junction Kite Knoll Ladder Lane Lantern Leaf Ledge Light Line Lodge Loop Mark Marsh Mesa Mill Moon Mountain Oasis Park Pass Path Peak Pier Plains Point Pond Port Rail Ranch Range Reef Road Rock Root Sail Shore Sky Spire Springs Square Star Station Stream Terrace Tower Trail Tree Vale View Village Wave Way Well Wharf Wheel Wind Wing Wood Yard'.split(
    ' ',
  )
const TRADE =
  'Accounting,Advisors,Animal Hospital,Architects,Auto Body,Bakery,Brewing,Builders,Capital,Cardiology,Catering,Chiropractic,Cleaning,Coffee Roasters,Communications,Community Bank,Construction,Consulting,Credit Union,Dental,Dental Group,Dermatology,Design Studio,Distribution,Electric,Electrical Contractors,Engineering,Equipment Rental,Eye Care,Family Medicine,Financial Services,Fitness,Florist,Freight,Funeral Home,Furniture,Home Care,Hospitality,Hotel,HVAC,Imaging,Insurance,Insurance Agency,International Trading,Janitorial,Landscaping,Law,Legal Services,Logistics,Manufacturing,Marine Supply,Marketing,Medical Center,Montessori School,Moving & Storage,Oncology,Orthodontics,Outdoor Supply,Pediatrics,Pest Control,Pharmacy,Physical Therapy,Plumbing,Printing,Property Management,Real Estate,Recruiting,Restaurant,Roofing,Security,Senior Living,Software,Solar,Staffing,Surveying,Systems,Technologies,Telecom,Title,Tool & Die,Towing,Transport,Travel,Veterinary Clinic,Warehouse,Waste Removal,Water Treatment,Wealth Management,Welding,Wholesale,Windows & Doors,Winery'.split(
    ',',
  )
const FAMILY =
  'Abara Adeyrin Ashvale Bakkerfeld Bellorin Bjørnvik Brancott Caldermoor Castrelo Çelmen Dahlgaard Delacroy Drennick Eastmere Ellwick Etxeberrin Fairholt Farrowby Fenwright Fiorelli Galloway Garrick Gómerez Grünfeld Halvorsby Harrowgate Hendrixson Hollisford Ibarrano Ingelmoor Jansbury Jónsvik Kessleford Kirkmoor Kovarin Lachmond Lindqvale Łowicki Maddergate Marchetta Merriweld Müllerin Nakamori Ngulube Norwick Núñarez Oakhurst Okonjeru Ostergren Pemberly Peñalor Petrovsk Quillfeather Quintrell Ramsgate Renshawe Rosenkamp Saelim Sandovar Santorelli Sørbakken Stavridge Tallgren Thornquist Tolliver Tran Uddinsby Ulfgren Vandermeel Vasquino Villalor Wainscott Wetherell Whitlock Wójtarin Xiomarin Yamashiro Yelverton Zabriel Ziegenfeld'.split(
    ' ',
  )
const TOWN =
  'Alderbrook Ashbourne Bayview Belmont Brookfield Cedarville Clearwater Crestwood Dunmore Eastport Elmhurst Fairview Glenwood Greenville Hillsboro Kingsford Lakewood Linden Maplewood Millbrook Montclair Northfield Oakdale Pinehurst Québec Riverton Rosewood San Miguelito Shelby Springdale Stonebridge Sunnyvale Trenholm Westbrook Winfield Woodlawn'.split(
    ' ',
  )
const FORM = [
  '',
  '',
  '',
  '',
  ' LLC',
  ' LLC',
  ' Inc',
  ' Inc.',
  ' Co',
  ' Group',
  ' Partners',
  ' of Alderbrook',
  ' PLLC',
]
const LEAD =
  'Hosted voice,SIP trunks,Call center upgrade,Fax to email,New office,Phone refresh,Number porting,Branch roll-out,Contract renewal,Paging system,Conference room,Contact center pilot,E911 audit,Failover internet,Mobile app licenses'.split(
    ',',
  )

/** A deterministic source of numbers in [0, 1) (mulberry32), so that every run sees the same data. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function picker(random: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const upTo = (max: number) => Math.floor(random() * max)
  return { pick, upTo }
}

/**
 * Believable companies, sorted by name as the app loads them, and leads of theirs: the same for the same sizes.
 * Half of the companies are tenants.
 */
export function searchCorpus(companyCount: number, opportunityCount: number) {
  const random = randomNumbers(20_240_501)
  const { pick, upTo } = picker(random)
  const name = (): string => {
    const kind = random()
    if (kind < 0.4) return `${pick(FIRST)} ${pick(SECOND)} ${pick(TRADE)}${pick(FORM)}`
    if (kind < 0.55) return `${pick(FIRST)}${pick(SECOND).toLowerCase()} ${pick(TRADE)}${pick(FORM)}`
    if (kind < 0.7) return `${pick(FAMILY)} & ${pick(FAMILY)} ${pick(TRADE)}${pick(FORM)}`
    if (kind < 0.82) return `${pick(FAMILY)} ${pick(TRADE)}${pick(FORM)}`
    if (kind < 0.94) return `${pick(TOWN)} ${pick(FIRST)} ${pick(TRADE)}${pick(FORM)}`
    if (kind < 0.97) return `The ${pick(FIRST)} ${pick(SECOND)} of ${pick(TOWN)} ${upTo(900) + 100}`
    return `${pick(FAMILY)}-${pick(FAMILY)} International ${pick(TRADE)} and ${pick(TRADE)}${pick(FORM)}`
  }
  const names = new Set<string>()
  while (names.size < companyCount) names.add(name())
  const companies: CompanyEntry[] = [...names].sort().map((companyName, i) => {
    const isTenant = random() < 0.5
    const initials = companyName.replace(/[^A-Z]/g, '').slice(0, 4)
    return {
      id: `company-${i}`,
      name: companyName,
      type: isTenant ? 'tenant' : pick(['customer', 'prospect', null]),
      domain_uuid: isTenant ? `domain-${i}` : null,
      tenant_code: isTenant ? `${initials}${String(i).padStart(5, '0')}` : null,
    }
  })
  const opportunities: OpportunityEntry[] = Array.from({ length: opportunityCount }, (_, i) => {
    const company = pick(companies)
    const place = random() < 0.5 ? pick(TOWN) : `${upTo(80) * 5 + 5} seats`
    return { id: `opportunity-${i}`, name: `${pick(LEAD)}, ${place}`, company_name: company.name }
  })
  return { companies, opportunities }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

function withTypo(text: string, random: () => number): string {
  const { pick, upTo } = picker(random)
  const at = upTo(text.length)
  const rest = text.slice(at + 1)
  const kind = random()
  if (kind < 0.25) return text.slice(0, at) + rest
  if (kind < 0.5) return text.slice(0, at) + pick([...LETTERS]) + rest
  if (kind < 0.75) return text.slice(0, at) + pick([...LETTERS]) + text.slice(at)
  return text.slice(0, at) + rest.slice(0, 1) + text.charAt(at) + rest.slice(1)
}

/**
 * 500 search terms as people type them: whole names, prefixes, typing errors, pieces from within a word, one to
 * three letters, words left out or turned round, capitals, accents with and without, terms above 32 characters,
 * tenant codes, and terms that match nothing.
 */
export function goldenQueries(companies: CompanyEntry[], opportunities: OpportunityEntry[]): string[] {
  const random = randomNumbers(7)
  const { pick, upTo } = picker(random)
  const name = () => (random() < 0.85 ? pick(companies).name : pick(opportunities).name)
  const longer = (length: number) => {
    let text = name()
    while (text.length < length) text = name()
    return text
  }
  const accented = companies.filter((company) => /[^\x20-\x7e]/.test(company.name))
  const coded = companies.filter((company) => company.tenant_code)
  const times = (count: number, make: () => string) => Array.from({ length: count }, make)
  return [
    ...times(40, name),
    ...times(90, () => longer(13).slice(0, 4 + upTo(9))),
    ...times(60, () => withTypo(longer(13).slice(0, 5 + upTo(8)), random)),
    ...times(60, () => withTypo(withTypo(longer(17).slice(0, 10 + upTo(12)), random), random)),
    ...times(50, () => {
      const text = longer(15)
      const at = 2 + upTo(10)
      return text.slice(at, at + 3 + upTo(6))
    }),
    ...'abcdefghijklmnoprst&',
    ...times(20, () => name().slice(0, 2)),
    ...times(20, () => name().slice(3, 6)),
    ...times(25, () => longer(18).split(' ').slice(0, 2).reverse().join(' ')),
    ...times(25, () => {
      const words = longer(18).split(' ')
      return `${words[0]} ${words.at(-1)}`
    }),
    ...times(20, () => name().toUpperCase()),
    ...times(10, () => `${longer(13).slice(0, 6).toLowerCase()} `),
    ...times(15, () => pick(accented).name),
    ...times(10, () =>
      pick(accented)
        .name.normalize('NFD')
        .replace(/[\u0300-\u036f]/g, ''),
    ),
    ...times(10, () => `${longer(33)} ${pick(TRADE)}`),
    ...times(8, () => withTypo(longer(36), random)),
    ...times(7, () => `${pick(companies).name} ${pick(companies).name}`),
    ...times(5, () => pick(coded).tenant_code ?? ''),
    'zzzzz',
    'qx',
    'xylophone',
    '(((( ))))',
    '日本語'.repeat(12),
  ]
}
