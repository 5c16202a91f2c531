/** What a check over several columns refuses, by its constraint's name: the column to look at, and words for people. */
export const CONSTRAINT_WORDS: Readonly<Record<string, { column: string; message: string }>> = {
  call_block_rules_action: {
    column: 'action',
    message: 'An outbound call can be rejected, met with busy, or hung up.',
  },
  call_block_rules_destination: { column: 'destination_id', message: 'Choose where these calls go.' },
  call_block_rules_number: { column: 'number', message: 'Enter a telephone number or its beginning.' },
  call_block_rules_spare_emergency: { column: 'number', message: 'Emergency numbers cannot be blocked.' },
  call_flows_labels_differ: { column: 'alternate_label', message: 'The two states need different labels.' },
  call_flows_lead_elsewhere: {
    column: 'normal_destination_id',
    message: 'A call flow cannot send calls to itself.',
  },
}
