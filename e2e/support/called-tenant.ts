import { randomUUID } from 'node:crypto'
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
    const [reception, workshop, group, hours] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const number = `+13076${String(Date.now()).slice(-6)}`
    const of = { tenant_id: id }
    await service
      .from('extensions')
      .insert([
        {
          ...of,
          id: reception,
          extension: '1001',
          effective_caller_id_name: 'Reception',
          voicemail_enabled: true,
        },
        {
          ...of,
          id: workshop,
          extension: '1002',
          effective_caller_id_name: 'Workshop',
          voicemail_enabled: true,
        },
      ])
      .throwOnError()
    const { data: voicemail } = await service
      .from('destinations')
      .select('id')
      .eq('tenant_id', id)
      .eq('kind', 'voicemails')
      .eq('record_id', reception)
      .single()
      .throwOnError()
    await service
      .from('ring_groups')
      .insert({
        ...of,
        id: group,
        name: 'Front office',
        number: '6000',
        timeout_destination_id: voicemail.id,
      })
      .throwOnError()
    await service
      .from('ring_group_members')
      .insert([
        { ...of, ring_group_id: group, extension_id: reception, position: 1 },
        { ...of, ring_group_id: group, extension_id: workshop, position: 2 },
      ])
      .throwOnError()
    await service
      .from('time_conditions')
      .insert({
        ...of,
        id: hours,
        name: 'Office hours',
        number: '5000',
        otherwise_destination_id: voicemail.id,
      })
      .throwOnError()
    await service
      .from('time_condition_rules')
      .insert({
        ...of,
        time_condition_id: hours,
        position: 1,
        name: 'Weekdays',
        state: 'open',
        weekdays: [1, 2, 3, 4, 5],
        destination_id: group,
      })
      .throwOnError()
    await service
      .from('dids')
      .insert({ ...of, number, status: 'assigned', description: 'Main line', destination_id: hours })
      .throwOnError()
    await use({ id, number, group, voicemail: voicemail.id })
  },
})
