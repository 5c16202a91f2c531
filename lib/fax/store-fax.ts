import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure } from '../api/failure'
import { FAXES_BUCKET } from '../recordings/object-path'
import { jsonOf } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { storeObject } from '../supabase/store-object'
import type { Admitted } from '../switch/admission'
import type { FaxDelivery } from '../switch/agent/agent-event'
import { faxPdf } from './fax-pdf'

/**
 * Stores a fax from the switch as a PDF and queues its mails. Returns false if it is stored already. Throws ApiFailure 404 if its box is
 * gone, 409 if the switch does not serve its tenant, which it may again, Unusable if the file is not a fax or too large for Storage, and fails
 * if Storage or the database does; after that and 409, the switch sends it again.
 */
export async function storeFax(
  admin: SupabaseClient<Database>,
  { switch: { id }, versions }: Admitted,
  { fax, tiff }: FaxDelivery,
): Promise<boolean> {
  if (!Object.hasOwn(versions, fax.tenant))
    throw new ApiFailure(409, 'This switch does not serve the tenant.')
  const { data: known } = await admin
    .from('faxes')
    .select('id')
    .match({ tenant_id: fax.tenant, channel: fax.channel })
    .throwOnError()
  const { data: box } = await admin
    .from('fax_boxes')
    .select('id')
    .match({ tenant_id: fax.tenant, id: fax.box })
    .throwOnError()
  if (known.length > 0) return false
  if (box.length === 0) throw new ApiFailure(404, 'Fax box not found.')
  const { pdf, pages } = await faxPdf(Buffer.from(tiff, 'base64'))
  const path = `${fax.tenant}/${randomUUID()}.pdf`
  await storeObject(admin, FAXES_BUCKET, path, pdf, 'application/pdf')
  const { data } = await admin
    .rpc('store_fax', {
      switch: id,
      data: jsonOf(fax),
      received_at: fax.at,
      object_path: path,
      pages,
      size_bytes: pdf.length,
    })
    .throwOnError()
  return data
}
