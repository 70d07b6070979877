// Every document that leaves prm: the type that defines it, and the schema that is made of the type and shipped.

/** A package, the type, and the name of the schema in the package's folder `schemas`. */
export const documents = [
  ['packages/model', 'WorkflowModel', 'workflow-model'],
  ['packages/model', 'RegistryIndex', 'registry'],
  ['packages/predict', 'Prediction', 'prediction'],
  ['packages/predict', 'SensitivityReport', 'sensitivity'],
  ['packages/predict', 'Recommendations', 'recommendations'],
  ['packages/predict', 'GpuReport', 'gpu'],
  ['packages/predict', 'EnvironmentReport', 'environments'],
  ['packages/predict', 'QualityReport', 'quality'],
  ['packages/evaluate', 'Evaluation', 'evaluation'],
  ['packages/evaluate', 'Backtest', 'backtest'],
  ['packages/power', 'PowerDocument', 'power'],
  ['apps/cli', 'TrainingDocument', 'training'],
  ['apps/cli', 'WorkflowsDocument', 'workflows'],
  ['apps/cli', 'PredictionsDocument', 'predictions'],
  ['apps/cli', 'SensitivitiesDocument', 'sensitivities'],
  ['apps/cli', 'GpuReportsDocument', 'gpu-reports'],
  ['apps/cli', 'EnvironmentReportsDocument', 'environment-reports'],
  ['apps/cli', 'QualityDocument', 'quality'],
  ['apps/cli', 'ConfigDocument', 'config'],
  ['apps/cli', 'FailureDocument', 'failure'],
].map(([folder, type, name]) => ({ folder, type, name }));
