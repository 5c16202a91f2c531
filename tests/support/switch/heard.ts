import { createSocket } from 'node:dgram'
import type { SipEndpoint } from './phone'

/** The sound that phones and carriers, of which one is given, are sent meanwhile, stream after stream: PCMU samples, decoded. */
export async function listen({ host }: SipEndpoint, meanwhile: () => Promise<unknown>): Promise<number[]> {
  const streams: Record<number, number[]> = {}
  const socket = createSocket('udp4')
  socket.on('message', (packet, { port }) => {
    if ((packet[1] ?? 0) % 128 !== 0) return
    for (const byte of packet.subarray(12)) (streams[port] ??= []).push(linear(byte))
  })
  await new Promise<void>((bound) => socket.bind(40_000, host.split(':')[0], bound))
  await meanwhile()
  socket.close()
  return Object.values(streams).flat()
}

/** ITU-T G.711, µ-law. */
function linear(byte: number): number {
  const bits = ~byte & 0xff
  const size = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84
  return (bits & 0x80) === 0 ? size : -size
}

/** Which of these frequencies, in Hz, a sound has: those at least 40 % as strong, at some time, as the strongest of them. */
export function tonesIn(samples: readonly number[], frequencies: readonly number[]): number[] {
  const parts = Array.from({ length: Math.floor(samples.length / 3200) }, (_, at) =>
    samples.slice(at * 3200, (at + 1) * 3200),
  )
  const strengths = frequencies.map((frequency) =>
    Math.max(0, ...parts.map((part) => strength(part, frequency))),
  )
  const audible = Math.max(100, 0.4 * Math.max(...strengths))
  return frequencies.filter((_, at) => (strengths[at] ?? 0) >= audible)
}

/** The amplitude of a frequency in a sound at 8 kHz. */
function strength(samples: readonly number[], frequency: number): number {
  let [real, imaginary] = [0, 0]
  for (const [at, sample] of samples.entries()) {
    const angle = (2 * Math.PI * frequency * at) / 8000
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length
}
