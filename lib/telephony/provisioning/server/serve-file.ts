import { basicCredentials } from '../../../api/basic-credentials'
import { ApiFailure, isDatabaseError, tooManyRequests } from '../../../api/failure'
import { createLimiter } from '../../../api/limiter'
import { failureAnswer, type TextAnswer } from '../../../api/text-answer'
import { networkOf } from '../../../server/client-address'
import { isOutOfRoom } from '../../../supabase/refusal'
import { fileNamed, requestedFile } from '../files'
import { provisioningUrl } from '../server-address'
import { yealinkCommonFile } from '../yealink'
import type { Admission, ProvisioningNote, ProvisioningStore } from './store'

export interface FileRequest {
  file: string
  authorization: string | undefined
  address: string
  agent: string
  /** Origin under which the phone reached this server, without a path. */
  origin: string
  /** Whether only the headers are asked for, as by HEAD. */
  headersOnly?: boolean
}

/**
 * Serves a configuration file to a phone that sends its tenant's domain and provisioning password: 200 with the file, 401 for
 * missing or wrong credentials, 429 while the address or its network must wait after wrong ones, 403 for a disabled phone and for a suspended
 * tenant's that has never got its file (one that has could not call 911 without it after a renumbering or a new password), 404 for a file
 * or phone the tenant does not have. Without the password a caller cannot learn whether a phone or tenant exists.
 */
export async function serveFile(request: FileRequest, store: ProvisioningStore): Promise<TextAnswer> {
  // No phone asks for such a name, and PostgreSQL cannot store a NUL.
  if (request.file.length > 128 || request.file.includes('\0')) return refusal(404, 'File not found.')
  const requested = requestedFile(request.file)
  const mac = requested && 'mac' in requested ? requested.mac : null
  const credentials = basicCredentials(request.authorization)
  if (!credentials) {
    noteStranger(request, { phone: mac, account_name: null, status: 401 }, store)
    return unauthorized()
  }
  const { name, secret } = credentials
  const admission = await admissionOf(request, name.toLowerCase(), secret, store)
  if (admission.outcome === 'wait') {
    noteStranger(request, { phone: mac, account_name: name, status: 429 }, store)
    return failureAnswer(
      tooManyRequests(admission.wait_seconds, 'Too many wrong passwords. Try again later.'),
    )
  }
  const answer =
    admission.outcome === 'admitted' ? await fileFor(admission, request, mac, store) : unauthorized()
  const { address, agent, file } = request
  const { status } = answer
  const { tenant_id: tenant } = admission
  const bytes = status === 200 && !request.headersOnly ? Buffer.byteLength(answer.body) : 0
  const note = tenant ? { tenant, mac, address, agent, file, status, bytes } : undefined
  if (admission.outcome !== 'admitted')
    noteStranger(request, { phone: mac, account_name: name, status }, store, note)
  else if (note && ofOneTenant(`${tenant} ${networkOf(address)}`) === 0) {
    await recorded(store.note(note))
    if (mac && status === 404) {
      const phone = { phone: mac, address, agent, file, account: tenant, account_name: name, status }
      await recorded(store.noteUnknown(phone))
    }
  }
  return answer
}

/**
 * Each wrong password is counted in the database, whatever account it came with: more than these of one network, and anybody could fill the
 * disk. Right ones do not count.
 */
const refusals = createLimiter({ times: 600, withinSeconds: 60 })

async function admissionOf(
  { address }: FileRequest,
  account: string,
  secret: string,
  store: ProvisioningStore,
): Promise<Admission> {
  const network = networkOf(address)
  const wait_seconds = refusals(network, false)
  if (wait_seconds > 0) return { outcome: 'wait', wait_seconds }
  const admission = await store.admit(address, account, secret)
  if (admission.outcome === 'refused') refusals(network)
  return admission
}

const complain = (error: unknown) => console.error('A request could not be recorded:', error)

/** Waits for the record of a request. A phone gets its answer even if there is no room left for that. */
async function recorded(noted: Promise<void>): Promise<void> {
  await noted.catch((error: unknown) => {
    if (!(isDatabaseError(error) && isOutOfRoom(error))) throw error
    complain(error)
  })
}

/** Limits records of requests without the password, per server, because anybody can send them. */
const ofAll = createLimiter({ times: 120, withinSeconds: 60 })
const ofOneNetwork = createLimiter({ times: 30, withinSeconds: 60 })
/** Those of phones with it: enough for a large building, and too few to fill the disk with the password of a stolen phone. */
const ofOneTenant = createLimiter({ times: 2000, withinSeconds: 3600 })

/**
 * Records a phone that was not admitted, and the request in the log of the tenant whose account it named. It does not make the phone
 * wait: the delay would reveal whether phone and tenant are known.
 */
function noteStranger(
  { address, agent, file }: FileRequest,
  { phone, ...answered }: { phone: string | null; account_name: string | null; status: number },
  store: ProvisioningStore,
  note?: ProvisioningNote,
): void {
  if ((!phone && !note) || ofOneNetwork(networkOf(address)) > 0 || ofAll('') > 0) return
  if (note) store.note(note).catch(complain)
  if (phone) store.noteUnknown({ phone, address, agent, file, account: null, ...answered }).catch(complain)
}

async function fileFor(
  admission: Extract<Admission, { outcome: 'admitted' }>,
  { file, origin }: FileRequest,
  mac: string | null,
  store: ProvisioningStore,
): Promise<TextAnswer> {
  if (requestedFile(file)?.kind === 'common')
    return found('text/plain', yealinkCommonFile(admission.time_zone))
  const configuration =
    mac === null ? null : await store.configuration(admission.tenant_id, mac, provisioningUrl(origin))
  if (admission.tenant_status !== 'active' && !configuration?.was_served)
    return refusal(403, 'This tenant is suspended.')
  if (!configuration) return refusal(404, 'File not found.')
  if (!configuration.enabled) return refusal(403, 'This phone is disabled.')
  const rendered = fileNamed(file, configuration)
  return rendered ? found(rendered.contentType, rendered.text) : refusal(404, 'File not found.')
}

function found(contentType: string, body: string): TextAnswer {
  return { status: 200, contentType: `${contentType}; charset=utf-8`, body, headers: {} }
}

const refusal = (status: number, message: string) => failureAnswer(new ApiFailure(status, message))

const unauthorized = () =>
  failureAnswer(
    new ApiFailure(401, 'Sign in with the provisioning account.', {
      headers: { 'WWW-Authenticate': 'Basic realm="Provisioning", charset="UTF-8"' },
    }),
  )
