import { fileTypeFromBuffer } from 'file-type'
import { Unusable } from '../api/failure'
import { type Audio } from './audio'
import { inspectAudio } from './inspect'

/** Like inspectAudio, but names the type of a file that is neither WAV nor MP3. For the server. Throws Unusable. */
export async function inspectUpload(
  bytes: Uint8Array,
  most?: Parameters<typeof inspectAudio>[1],
): Promise<Audio> {
  const type = await fileTypeFromBuffer(bytes)
  if (type && !['audio/wav', 'audio/mpeg'].includes(type.mime)) {
    throw new Unusable(`This is a ${type.ext.toUpperCase()} file. Choose a WAV or MP3 file.`)
  }
  return inspectAudio(bytes, most)
}
