import { expect, test } from 'vitest'
import { loggedPath } from '@/lib/server/logged-path'

const KEY = '01890a5d-ac96-774b-bcce-b302099a8057'

test.each([
  [`/quote/${KEY}`, '/quote/…'],
  [`/api/quotes/${KEY}`, '/api/quotes/…'],
  [`/api/quotes/${KEY}/pdf?download=1`, '/api/quotes/…/pdf'],
  [`/api/switch/sounds/edge-1/0a1b2c/${KEY}.wav`, `/api/switch/sounds/edge-1/…/${KEY}.wav`],
  [`/app/tenants/${KEY}/extensions?find=1001`, `/app/tenants/${KEY}/extensions`],
  [`/api/sales/quotes/${KEY}/pdf`, `/api/sales/quotes/${KEY}/pdf`],
  [undefined, ''],
])('%s is logged as %s', (url, said) => expect(loggedPath(url)).toBe(said))
