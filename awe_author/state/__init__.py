"""State models, actions, reducers and the warehouse of shared entities. Pure: values in, values out, no I/O."""
