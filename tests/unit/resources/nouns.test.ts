import { expect, test } from 'vitest'
import { tableNoun } from '@/lib/resources/nouns'
import { declaredResources } from '../../support/resources'

/** Kinds that their own pages name by what surrounds them there; the trail and dialogs show them among others. */
const ON_THEIR_PAGES: Readonly<Record<string, string>> = {
  call_center_tiers: 'tier',
  companies: 'customer',
  device_lines: 'line',
  did_conditions: 'condition',
  ivr_menu_options: 'option',
  number_coverage: 'prefix',
  paging_group_members: 'member',
  portal_user_extensions: 'user extension',
  portal_users: 'user',
  rate_plan_rates: 'rate',
  ring_group_members: 'member',
  tax_jurisdictions: 'jurisdiction',
  voicemail_messages: 'message',
}

test('a record has the same noun on its page as in the trail, unless the page is meant to differ', async () => {
  const differing = (await declaredResources()).filter(({ table, noun }) => noun !== tableNoun(table))
  expect(Object.fromEntries(differing.map(({ table, noun }) => [table, noun]))).toEqual(ON_THEIR_PAGES)
})
