import { fileTypeFromBuffer } from 'file-type'
import { type Audio, NoAudio } from './audio'
import { inspectAudio } from './inspect'

/** As inspectAudio, but says of a file of another kind what it is. For the server. Throws NoAudio. */
export async function inspectUpload(
  bytes: Uint8Array,
  most?: Parameters<typeof inspectAudio>[1],
): Promise<Audio> {
  const type = await fileTypeFromBuffer(bytes)
  if (type && !['audio/wav', 'audio/mpeg'].includes(type.mime)) {
    throw new NoAudio(`This is a ${type.ext.toUpperCase()} file, neither WAV nor MP3.`)
  }
  return inspectAudio(bytes, most)
}
