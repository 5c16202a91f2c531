import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { mailsTo } from '../support/api-mails'
import { callerOf } from '../support/clients'
import { query } from '../support/database'
import { newFaxBox } from '../support/factories/faxes'
import { insertRow } from '../support/factories/row'
import { faxFile } from '../support/fax-files'
import { CALLER, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'

const { office, folder } = await openAttendedOffice()

/** A page takes 15 seconds, and as long again for each retry. */
const SENT = { timeout: 500_000, interval: SAVED_MS }

describe('a fax sent by a fax machine', () => {
  test('is stored as PDF, mailed, and removed from the switch', async () => {
    const { tenant, freeswitch } = office
    const address = `fax-${tenant.id}@customer.example`
    const box = await insertRow('fax_boxes', await newFaxBox({ tenant_id: tenant.id, recipients: [address] }))
    await office.number(2, box.id)
    const file = join(folder, 'page.tif')
    writeFileSync(file, await faxFile())
    const faxes = () =>
      query<{ id: string; path: string; problem: string | null }>(
        'select id, path, pages, problem, from_number, from_station, box from public.faxes where tenant_id = $1',
        [tenant.id],
      )
    const variables = [
      `origination_caller_id_number=${CALLER}`,
      'fax_ident=AdasOffice',
      'loopback_bowout=false',
      'absolute_codec_string=PCMU',
    ].join(',')
    const send = () =>
      freeswitch.events.api(`originate {${variables}}loopback/${office.did(2)}/public &txfax(${file})`)
    /** On a busy machine a modem misses tones, so the fax is sent again until it arrives completely. */
    const received = async () => {
      const isUnderWay = !(await freeswitch.events.api('show channels count')).startsWith('0 ')
      const whole = (await faxes()).filter(({ path, problem }) => path && !problem)
      if (whole.length === 0 && !isUnderWay) await send()
      return whole
    }
    await expect.poll(received, SENT).toMatchObject([
      {
        pages: 1,
        problem: null,
        from_number: CALLER,
        from_station: 'AdasOffice',
        box: '3700 Front office',
      },
    ])
    await expect
      .poll(() => mailsTo(address), SENT)
      .toMatchObject([{ attachments: [{ filename: 'fax.pdf' }] }])
    await expect.poll(() => readdirSync(join(freeswitch.folder, 'storage/trunkline-fax')), SENT).toEqual([])

    const [kept] = await received()
    const { client } = await callerOf('tech')
    const download = () => client.storage.from('faxes').download(kept?.path ?? '')
    expect((await download()).data).toBeNull()
    await client.rpc('open_fax', { fax: kept?.id ?? '', tenant: tenant.id }).throwOnError()
    const { data } = await download()
    const document = await getDocumentProxy(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0)))
    expect(document.numPages).toBe(1)
    await office.expectPath(/A fax is received at 3700 Front office/)
  }, 600_000)
})
