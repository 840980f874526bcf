import { openEmbedded } from './embedded.ts'
import { makeOnce } from './folder.ts'

const [folder = ''] = process.argv.slice(2)
try {
  const database = await makeOnce(folder, () => openEmbedded(folder))
  await database.close()
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
