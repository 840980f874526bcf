import { expect, test } from 'vitest'
import { artifacts, stageNames, stageTitles } from '#contract/videos/analysis.ts'
import { computeKeys } from './artifacts.ts'
import { stages } from './pipeline.ts'

test("has every stage in the contract's order, after the stages it reads", () => {
  expect(stages.map((stage) => stage.name)).toEqual([...stageNames])
  expect(Object.keys(artifacts)).toEqual([...stageNames])
  expect(Object.keys(stageTitles)).toEqual([...stageNames])
  const recognition = { endpoint: null, modelFolder: null, allowDraft: false, findingsOnDraft: false }
  // This throws if a stage reads the output of a stage that doesn't run before it.
  computeKeys(stages, { transcript: null, recognition, threads: 1 }, 'input')
})
