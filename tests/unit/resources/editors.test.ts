import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callBlockRule } from '@/lib/resources/call-block-rule'
import { device } from '@/lib/resources/device'
import { deviceProfile } from '@/lib/resources/device-profile'
import { did } from '@/lib/resources/did'
import { extension } from '@/lib/resources/extension'
import { forwarding } from '@/lib/resources/forwarding'
import { opportunity } from '@/lib/resources/opportunity'
import { outboundRoute } from '@/lib/resources/outbound-route'
import { phoneEntries } from '@/lib/resources/phone-fields'
import { timeCondition } from '@/lib/resources/time-condition'

/** Resources whose forms are laid out by hand, and where. A field that a form leaves out could only be imported. */
const FORMS = [
  { resource: callBlockRule, drawnIn: 'components/call-block/call-block-page.tsx' },
  { resource: device, drawnIn: 'components/devices/{device-editor,model-field}.tsx' },
  { resource: deviceProfile, drawnIn: 'components/{device-profiles/profile-editor,devices/model-field}.tsx' },
  { resource: did, drawnIn: 'components/dids/{inbound-page,override-fields}.tsx' },
  { resource: extension, drawnIn: 'components/extensions/{extension-editor,follow-me-fields}.tsx' },
  { resource: opportunity, drawnIn: 'components/sales/*.tsx' },
  { resource: outboundRoute, drawnIn: 'components/outbound/outbound-editor.tsx' },
  { resource: timeCondition, drawnIn: 'components/time-conditions/*.tsx' },
]

/** Fields of which each form draws all that there are. */
const DRAWN_TOGETHER = { ...phoneEntries, ...forwarding }

test.each(FORMS)('the form of a $resource.noun draws every field', ({ resource, drawnIn }) => {
  const source = globSync(drawnIn)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    // Where values are read and set, no field is drawn.
    .replaceAll(/(getValues|setValue|watch|getFieldState)\('\w+'/g, '')
  const missing = resource.fields
    .map(({ name }) => name)
    .filter((name) => name in resource.shape && !(name in DRAWN_TOGETHER))
    .filter((name) => !new RegExp(`['"]${name}['"]`).test(source))
  expect(missing).toEqual([])
})

test('the forms that are laid out by hand are these, and that of a port order, which adds to the generated one', () => {
  const editors = globSync('components/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/editor=\{(\w+Editor)\}/g)].map(([, editor]) => editor),
  )
  expect(new Set(editors).size).toBe(FORMS.length + 1)
})
