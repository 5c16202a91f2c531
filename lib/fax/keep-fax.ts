import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { FAXES_BUCKET } from '../recordings/object-path'
import { jsonOf } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import type { Admitted } from '../switch/admission'
import type { FaxDelivery } from '../switch/agent/contract'
import { faxPdf } from './fax-pdf'

/**
 * Keeps a fax of the switch as a PDF and has it mailed; false for one that is kept, or whose box is gone or not the switch's. Throws
 * NoTiff for what is no fax, and when Storage or the database fails: the switch sends it again.
 */
export async function keepFax(
  admin: SupabaseClient<Database>,
  { switch: { id }, versions }: Admitted,
  { fax, tiff }: FaxDelivery,
): Promise<boolean> {
  if (!Object.hasOwn(versions, fax.tenant)) return false
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
  if (known.length > 0 || box.length === 0) return false
  const { pdf, pages } = await faxPdf(Buffer.from(tiff, 'base64'))
  const path = `${fax.tenant}/${randomUUID()}.pdf`
  const { error } = await admin.storage
    .from(FAXES_BUCKET)
    .upload(path, pdf, { contentType: 'application/pdf' })
  if (error) throw error
  const { data } = await admin
    .rpc('keep_fax', {
      switch: id,
      said: jsonOf(fax),
      received_at: fax.at,
      object_path: path,
      pages,
      size_bytes: pdf.length,
    })
    .throwOnError()
  return data
}
