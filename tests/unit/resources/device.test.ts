import { expect, test } from 'vitest'
import { device } from '@/lib/resources/device'

const saved = (vendor: string, model: string, line: number) => {
  const own = { id: 'l', line, extension_id: crypto.randomUUID(), transport: 'udp', register_expires: 600 }
  const typed = { ...device.blank, mac: '00:0B:82:11:22:33', vendor, model, device_lines: [own] }
  return device.schema.safeParse(typed).error?.issues.map(({ path, message }) => [path.join(), message]) ?? []
}

test('a phone has no lines beyond those of its model, which no file would tell it', () => {
  const refused = [['device_lines', 'The HT802 has 2 lines, so no line can have a higher number.']]
  expect(saved('Grandstream', 'HT802', 2)).toEqual([])
  expect(saved('Grandstream', 'HT802', 3)).toEqual(refused)
  expect(saved('Grandstream', 'another', 12)).toEqual([])
  expect(saved('', '', 12)).toEqual([])
})
