import { describe, expect, test } from 'vitest'
import { callApi } from '../support/api-session.ts'

// Harbor Lane Dental of the demo data: thirteen extensions, of which 1011 is disabled and two have no voicemail; these stay, called unavailable.
const TENANT_ID = '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const DOMAIN = 'harbor-lane-dental.pbx.example'

const pathOf = (tenantId: string) => `/api/tenants/${tenantId}/tenant-destinations`
const message = { message: expect.stringMatching(/.+/) }

describe('GET /api/tenants/{tenantId}/tenant-destinations', () => {
  test.each(['superadmin', 'admin', 'tech'] as const)(
    'returns groups of labels and identifiers to the %s',
    async (account) => {
      const answer = await callApi(account, pathOf(TENANT_ID))
      expect(answer).toMatchObject({
        status: 200,
        body: {
          extensions: {
            '1001 Reception': `transfer:1001 XML ${DOMAIN}`,
            "1011 Manager's office (unavailable)": `transfer:1011 XML ${DOMAIN}`,
          },
          voicemails: { '1001 Reception &#9993;': `transfer:*991001 XML ${DOMAIN}` },
          other: {
            'Check voicemail': `transfer:*98 XML ${DOMAIN}`,
            'Company directory': `transfer:*411 XML ${DOMAIN}`,
            Record: `transfer:*732 XML ${DOMAIN}`,
            'Hang up': 'hangup',
          },
        },
      })
      const body = answer.body as Record<string, Record<string, string>>
      const groups = Object.keys(body)
      expect(groups).toEqual(expect.arrayContaining(['extensions', 'other', 'voicemails']))
      expect(groups).toEqual(groups.toSorted())
      expect(Object.keys(body.extensions ?? {})).toHaveLength(13)
      expect(Object.keys(body.voicemails ?? {})).toHaveLength(13)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    },
  )

  test('returns 304 for an unchanged list, but only to users who may have it', async () => {
    const first = await callApi('tech', pathOf(TENANT_ID))
    // As a browser sends it; without it, Node's fetch would request the whole response.
    const headers = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
    expect((await callApi('tech', pathOf(TENANT_ID), { headers })).status).toBe(304)
    expect((await callApi(null, pathOf(TENANT_ID), { headers })).status).toBe(401)
  })

  test.each(['abc', '1b8022fb', `${TENANT_ID}0`, '%27%20or%201=1'])(
    'returns 404 for the malformed id "%s"',
    async (id) => {
      expect(await callApi('tech', pathOf(id))).toMatchObject({ status: 404, body: message })
    },
  )

  test('returns 404 for a tenant that does not exist', async () => {
    const answer = await callApi('tech', pathOf('00000000-0000-4000-8000-00000000ffff'))
    expect(answer).toMatchObject({ status: 404, body: { message: 'No tenant found' } })
  })

  test('refuses a visitor without a session with 401, whatever the id', async () => {
    expect(await callApi(null, pathOf('abc'))).toMatchObject({ status: 401, body: message })
  })
})
