import { matching, text, toggle } from '../records/field-builders'
import { defineResource } from '../records/resource'

/** A code that phones dial for a feature. The set of features is fixed; each tenant can change the codes. */
export const featureCode = defineResource({
  table: 'feature_codes',
  section: 'telephony',
  noun: 'feature code',
  fields: {
    code: text({
      maxLength: 7,
      required: 'Enter a code.',
      keyboard: 'tel',
      rule: matching(/^\*[0-9*#]{1,6}$/, 'Enter a star, then 1 to 6 digits, stars or pound signs.').refine(
        (code) => !/^\*99[0-9]/.test(code),
        '*99 and a digit is reserved for voicemail.',
      ),
    }),
    enabled: toggle({ start: true }),
  },
  sort: { column: 'name' },
  label: ({ name }) => name,
})
