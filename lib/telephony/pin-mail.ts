export const MAX_PIN_MAILS = 100

/** POST {pins: [{number, sealed}]}: mails voicemail PINs to the owners of the mailboxes, as PinsMailed. */
export const pinMailsApi = (tenantId: string) => `/api/tenants/${tenantId}/pin-mails`

/** Number of PINs mailed, and the extensions whose owner has no address, or whose PIN has changed since. */
export interface PinsMailed {
  sent: number
  left: string[]
}

/** The mail with an owner's PIN, from the company of that name; `code` is the feature code that opens the mailbox, if there is one. */
export function pinMail(company: string, number: string, pin: string, code: string | undefined) {
  const how = code ? `Dial ${code} from your phone to listen to your messages.\n` : ''
  return {
    subject: `The voicemail PIN of extension ${number}`,
    text: `Your voicemail at extension ${number} has the PIN ${pin}.\n${how}Keep it to yourself: anyone who knows it can listen to your messages.\n\n${company}\n`,
  }
}
