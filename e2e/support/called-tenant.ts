import { test as base } from './rows'

export interface CalledTenant {
  id: string
  number: string
  /** The ring group’s id. */
  group: string
  /** The destination id of the voicemail that answers outside the office hours. */
  voicemail: string
}

/** A tenant in Denver whose number rings two desks on weekdays and takes messages otherwise. */
export const test = base.extend<{ tenant: CalledTenant }>({
  role: 'tech',
  tenant: async ({ rows, service }, use) => {
    const id = await rows.tenant('Simulated Calls', { time_zone: 'America/Denver' })
    const number = `+13076${String(Date.now()).slice(-6)}`
    const of = { tenant_id: id }
    const reception = await rows.add('extensions', {
      ...of,
      extension: '1001',
      effective_caller_id_name: 'Reception',
      voicemail_enabled: true,
    })
    const workshop = await rows.add('extensions', {
      ...of,
      extension: '1002',
      effective_caller_id_name: 'Workshop',
      voicemail_enabled: true,
    })
    const { data: voicemail } = await service
      .from('destinations')
      .select('id')
      .eq('tenant_id', id)
      .eq('kind', 'voicemails')
      .eq('record_id', reception)
      .single()
      .throwOnError()
    const group = await rows.add('ring_groups', {
      ...of,
      name: 'Front office',
      number: '6000',
      timeout_destination_id: voicemail.id,
    })
    await rows.add('ring_group_members', {
      ...of,
      ring_group_id: group,
      extension_id: reception,
      position: 1,
    })
    await rows.add('ring_group_members', { ...of, ring_group_id: group, extension_id: workshop, position: 2 })
    const hours = await rows.add('time_conditions', {
      ...of,
      name: 'Office hours',
      number: '5000',
      otherwise_destination_id: voicemail.id,
    })
    await rows.add('time_condition_rules', {
      ...of,
      time_condition_id: hours,
      position: 1,
      name: 'Weekdays',
      state: 'open',
      weekdays: [1, 2, 3, 4, 5],
      destination_id: group,
    })
    await rows.add('dids', {
      ...of,
      number,
      status: 'assigned',
      description: 'Main line',
      destination_id: hours,
    })
    await use({ id, number, group, voicemail: voicemail.id })
  },
})
