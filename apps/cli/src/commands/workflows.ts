import { FORMAT_VERSION, openRegistry, type WorkflowModel } from '@prm/model';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import type { ListedWorkflow, WorkflowsDocument } from '../documents.ts';
import type { ExitCode } from '../exit-codes.ts';
import { workflowTable } from '../output/workflow-table.ts';
import { withModels } from '../settings/operands.ts';

export class WorkflowsCommand extends PrmCommand {
  static override paths = [['workflows']];
  static operands = '[MODELS]';
  static override usage = Command.Usage({
    category: 'Models',
    description: 'List the workflows of a folder of models',
    examples: [['What has been trained', '$0 workflows models/']],
  });

  words = Option.Rest({ name: 'models' });

  async work(): Promise<ExitCode> {
    const { models: folder } = withModels(this.words, [], this.settings);
    const registry = openRegistry(folder);
    const models = registry.keys.map((key) => registry.model(key));
    const document: WorkflowsDocument = {
      format: 'prm/workflows',
      format_version: FORMAT_VERSION,
      workflows: models.map(summaryOf),
    };
    const table = workflowTable(models);
    return this.print(document, () => this.table(table.columns, table.rows));
  }
}

function summaryOf({ key, identity_mode, runs, steps, pipelines }: WorkflowModel): ListedWorkflow {
  return { key, identity_mode, runs, steps: Object.keys(steps), pipelines: Object.keys(pipelines) };
}
